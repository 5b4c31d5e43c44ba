/** Where `tools/ensure.mjs --daemons` unpacks the servers of tests, as below the root of a file system. */
export function daemonsFolder(root: string): string;
