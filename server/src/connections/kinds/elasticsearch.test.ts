import { itReadsSignedIn } from '../testing/web-service.ts';

itReadsSignedIn('elasticsearch', {
  path: '/_cluster/health',
  answer: { cluster_name: 'shop', status: 'yellow', timed_out: false, number_of_nodes: 1 },
  read: 'Cluster shop is yellow',
});
