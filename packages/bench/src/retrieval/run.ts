import { retrievalBench, retrievalScaleBench } from './index.ts';

const [first, ...rest] = process.argv.slice(2);
if (first === 'scale') console.log(JSON.stringify(await retrievalScaleBench(Number(rest[0] ?? 100_000))));
else await retrievalBench(process.argv.slice(2));
