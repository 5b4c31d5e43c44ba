import { declare, type FunctionGroup } from './define.ts';

/** Functions over data that a place holds. A place that has it gives a definition of its own; elsewhere a call fails and says so. */
export const placeData: FunctionGroup = {
  title: 'Data of the place',
  functions: [
    declare({
      names: { cel: ['last_result'] },
      args: [],
      result: 'map',
      doc: 'The newest stored result of a check; only for scripts of checks.',
      examples: [{ cel: 'last_result().message' }],
    }),
    declare({
      names: { cel: ['catalog.query'], template: ['catalog_query'] },
      args: ['selector: any'],
      result: 'list',
      doc: 'The catalog items that a selector matches; only where there is a catalog.',
      examples: [{ cel: 'catalog.query({"types": ["EC2::Instance"]})' }],
    }),
    declare({
      names: { cel: ['catalog.query_one'], template: ['catalog_query_one'] },
      args: ['selector: any'],
      result: 'map',
      doc: 'The first catalog item that a selector matches; only where there is a catalog.',
      examples: [{ cel: 'catalog.query_one({"name": "db"})' }],
    }),
    declare({
      names: { cel: ['catalog.traverse'], template: ['catalog_traverse'] },
      args: ['id: string', 'types: string', 'direction?: string'],
      result: 'list',
      doc: 'The catalog items that relations of these types lead to, "incoming" or "outgoing"; only where there is a catalog.',
      examples: [{ cel: 'catalog.traverse("018f-1", "Kubernetes::Deployment", "outgoing")' }],
    }),
    declare({
      names: { cel: ['gitops.source'], template: ['gitops_source'] },
      args: ['item: any'],
      result: 'map',
      doc: 'The repository and file that a catalog item comes from; only where there is a catalog.',
      examples: [{ cel: 'gitops.source({"id": "018f-1"}).git.url' }],
    }),
    declare({
      names: { cel: ['matchQuery'], template: ['matchQuery'] },
      args: ['item: any', 'query: string'],
      result: 'bool',
      doc: 'Whether a search matches an item; only where there is a catalog.',
      examples: [{ cel: 'matchQuery({"type": "Pod"}, "type=Pod")' }],
    }),
    declare({
      names: { cel: ['getLastAction'], template: ['getLastAction'] },
      args: [],
      result: 'map',
      doc: 'The result of the action before this one; only in playbooks.',
      examples: [{ cel: 'getLastAction().result.stdout' }],
    }),
    declare({
      names: { cel: ['getAction'], template: ['getAction'] },
      args: ['name: string'],
      result: 'map',
      doc: 'The result of an action by its name; only in playbooks.',
      examples: [{ cel: 'getAction("build").status' }],
    }),
  ],
};
