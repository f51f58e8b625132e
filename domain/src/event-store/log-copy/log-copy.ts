export { compareLogs, type LogComparison, type ReadableLog } from './compare-logs.ts';
export { copyLog, DamagedHistory, OtherEvents, type CopiedLog } from './copy-log.ts';
