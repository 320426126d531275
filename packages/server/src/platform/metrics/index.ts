export { createMetrics, type HttpMetrics, type Metrics } from './metrics.ts';
