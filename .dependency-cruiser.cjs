/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-unresolvable',
      comment: 'one driver of SQLite is not installed on an old Node',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^better-sqlite3$' },
    },
    {
      name: 'domain-core-is-pure',
      comment: 'aggregates import only other domain core',
      severity: 'error',
      from: {
        path: '^domain/src/(?!event-store/|personal-data/|testing/)',
        pathNot: '\\.test\\.ts$',
      },
      to: { pathNot: '^domain/src/(?!event-store/(sqlite|eventstoredb))' },
    },
    {
      name: 'domain-knows-no-other-workspace',
      severity: 'error',
      from: { path: '^domain/' },
      to: { path: '^(projections|api|web)/' },
    },
    {
      name: 'projections-below-api',
      severity: 'error',
      from: { path: '^projections/' },
      to: { path: '^(api|web)/' },
    },
    {
      name: 'api-knows-no-pages',
      comment: 'what is built of them is loaded from disk',
      severity: 'error',
      from: { path: '^api/src/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-sees-only-contracts',
      severity: 'error',
      from: { path: '^web/src/' },
      to: {
        path: '^(domain|projections|api)/',
        pathNot:
          '^(api/src/contracts/|domain/src/(catalogue/|search/|(business/events|traffic|shared/(collections|concurrency|unknown))\\.ts$))',
      },
    },
    {
      name: 'checks-load-when-used',
      comment:
        'the contracts and their library are 150 kB, of which only forms need more than types',
      severity: 'error',
      from: { path: '^web/src/(texts|features/owner)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^api/src/contracts/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contracts-run-in-a-browser',
      severity: 'error',
      from: { path: '^api/src/contracts/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '.',
        pathNot: '^(api/src/contracts/|domain/src/(?!event-store)|node_modules/zod)',
      },
    },
    {
      name: 'adapters-only-in-main',
      severity: 'error',
      from: {
        path: '^(api|projections)/src/',
        pathNot: '/(main|stores)\\.ts$|/(view-store|accounts|migrate|testing)/|\\.test\\.ts$',
      },
      to: { path: '/(event-store|view-store|accounts)/(sqlite|eventstoredb|mongodb)/' },
    },
    {
      name: 'drivers-load-when-used',
      comment: 'a directory without servers does not load their drivers',
      severity: 'error',
      from: {
        path: '^(domain|projections|api)/src/',
        pathNot: '/(mongodb|eventstoredb|testing)/|/(mongo|gridfs)-|\\.(test|suite)\\.ts$',
      },
      to: {
        path: '^node_modules/(mongodb|@eventstore)/|/eventstoredb/|/(mongo|gridfs)-',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'shared-below-features',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { pathNot: '\\.(test|suite)\\.tsx?$|/testing/' },
      to: { path: '\\.(test|suite)\\.tsx?$|/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
