// The arrows of the house: libraries ← contract ← server, console, tests. Each comment is what the gate tells a person to do.
const ours = '^(?:contract|server|console|tests|bench|tools)/';
const isTest = String.raw`\.test\.ts$|/tests/|/testing/|^server/testkit/`;
/** Files of the contract that hold schemas in zod. */
const inputs = String.raw`^contract/src/[^/]+/inputs\.ts$`;
const room = '(?!(?:main|platform|app|rooms|errors|kinds)/)([^/]+)';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment:
        'Files that import each other cannot be understood apart. Move what both need into a third file, or send an event.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'The import leads nowhere. Correct the path, or add the dependency to the package.json of this package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'library-stands-alone',
      comment:
        'A library is useful to strangers and knows nothing of ours. Pass in what it needs, or move the code out of libraries.',
      severity: 'error',
      from: { path: '^libraries/' },
      to: { path: ours },
    },
    {
      name: 'library-through-its-door',
      comment: 'Import a library by its package name (@watchroom/<library>), not by the path of a file in it.',
      severity: 'error',
      from: { path: '^(?!libraries/)', pathNot: isTest },
      to: { path: '^libraries/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'] },
    },
    {
      name: 'library-through-its-door-in-tests',
      comment:
        'Import a library by its package name (@watchroom/<library>); only what lies in its tests folder may be shared by path.',
      severity: 'error',
      from: { path: isTest, pathNot: '^libraries/' },
      to: {
        path: '^libraries/',
        pathNot: '^libraries/[^/]+/tests/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'library-through-the-door-of-another',
      comment: 'Import another library by its package name (@watchroom/<library>), not by the path of a file in it.',
      severity: 'error',
      from: { path: '^libraries/([^/]+)/' },
      to: {
        path: '^libraries/',
        pathNot: '^libraries/$1/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'inputs-import-zod-alone',
      comment: 'The schemas of inputs are written in zod and need nothing else. Move what they need into the contract.',
      severity: 'error',
      from: { path: inputs },
      to: { pathNot: '^contract/|node_modules/zod/' },
    },
    {
      name: 'console-without-zod',
      comment:
        'The browser would load zod with it. Take the type from the index of the room; the server checks what is sent.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: inputs },
    },
    {
      name: 'contract-imports-nothing',
      comment:
        'The contract is shapes without I/O for Node and browser. Write the shape here, or move the code to the server or the console.',
      severity: 'error',
      from: { path: '^contract/', pathNot: `${inputs}|${isTest}` },
      to: { pathNot: '^contract/' },
    },
    {
      name: 'console-never-imports-server',
      comment:
        'The browser gets no server code. Share a shape through @watchroom/contract, a generated JSON, or an endpoint.',
      severity: 'error',
      from: { path: '^(?:console|libraries)/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-never-imports-console',
      comment: 'The server knows the console as files to serve only. Move what both need into contract.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^console/' },
    },
    {
      name: 'product-never-imports-its-tests',
      comment:
        'What ships must not need tests, bench or tools. Move the code into the product, or the test beside the tests.',
      severity: 'error',
      from: { path: '^(?:contract|server|console|libraries)/', pathNot: isTest },
      to: { path: '^(?:tests|bench|tools|server/testkit)/|\\.test\\.ts$' },
    },
    {
      name: 'tests-are-black-box',
      comment:
        'Tests in tests/ use the program from outside: start the process and talk to it. A test of one file lies beside that file.',
      severity: 'error',
      from: { path: '^tests/' },
      to: { path: '^(?:server|console)/' },
    },
    {
      name: 'platform-knows-no-room',
      comment:
        'Machinery has no noun. Let the room register with it (a parameter, a list that main fills), or move the code into the room.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: isTest },
      to: { path: `^server/src/${room}/|^contract/src/${room}/` },
    },
    {
      name: 'room-through-its-door',
      comment:
        'A room uses another room through its index.ts, and prefers an event. Export it there, or react to an event.',
      severity: 'error',
      from: { path: `^(server|console|contract)/src/${room}/` },
      to: { path: `^$1/src/${room.replace('(?!(?:', '(?!(?:$2|')}/`, pathNot: '/index\\.ts$' },
    },
    {
      name: 'main-names-no-room',
      comment:
        'main runs whatever rooms there are. Declare what the room needs in its room.ts, or add a member to Room.',
      severity: 'error',
      from: { path: '^server/src/main/', pathNot: `${isTest}|/rooms\\.generated\\.ts$` },
      to: { path: `^server/src/${room}/` },
    },
    {
      name: 'shell-names-no-room',
      comment:
        'The shell shows whatever rooms there are. Declare what the room adds in its screens.ts, or add a member to RoomScreens.',
      severity: 'error',
      from: { path: String.raw`^console/src/(?:app/|main\.tsx$)`, pathNot: `${isTest}|/screens\\.generated\\.ts$` },
      to: { path: `^console/src/${room}/` },
    },
    {
      name: 'main-is-the-top',
      comment: 'main wires the processes and is imported by nobody. Move what is shared into platform or a room.',
      severity: 'error',
      from: { pathNot: '^server/(?:src/main|testkit)/' },
      to: { path: '^server/src/main/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)dist/' },
    parser: 'swc',
    // A cycle of types only is a cycle for the reader, too.
    tsPreCompilationDeps: true,
    preserveSymlinks: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
