import { itReadsSignedIn } from '../testing/web-service.ts';

itReadsSignedIn('prometheus', {
  path: '/api/v1/query?query=sum(up)',
  answer: {
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: {}, value: [1_790_000_000.123, '12'] }] },
  },
  read: '12 targets are up',
  others: [{ entry: { properties: { bearer: 'token-of-ann' } }, authorization: 'Bearer token-of-ann' }],
});
