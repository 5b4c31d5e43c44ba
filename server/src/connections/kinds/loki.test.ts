import { itReadsSignedIn } from '../testing/web-service.ts';

itReadsSignedIn('loki', {
  path: '/loki/api/v1/labels',
  answer: { status: 'success', data: ['app', 'job', 'level'] },
  read: '3 labels',
});
