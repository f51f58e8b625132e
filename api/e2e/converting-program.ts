import { openLog } from '@directory/projections/stores';

/** Opens the log of a data folder, which converts one of an older format, and closes it. */
const [dataDir = ''] = process.argv.slice(2);
const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
await log.close();
