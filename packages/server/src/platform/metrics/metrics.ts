import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One finished request; `route` is the pattern, so that the number of series stays small. */
export type ObservedRequest = { method: string; route: string; status: number; seconds: number };
export type HttpMetrics = {
  observe(request: ObservedRequest): void;
  /** A connection was ended for a newcomer since all places were taken; `standing` says what it was worth. */
  connectionDropped(standing: string): void;
  /** A network was refused since it is at its own bound; `as` says of what. */
  networkRefused(as: string): void;
};

type Named = { name: string; help: string };

/** Figures of this process in the Prometheus form. Label values are from closed sets: never ids, never what people wrote. */
export type Metrics = {
  http: HttpMetrics;
  /** A count that only rises. Names begin with `otvet_`. */
  counter<Label extends string>(
    options: Named & { labels?: readonly Label[] },
  ): (labels?: Partial<Record<Label, string>>, by?: number) => void;
  /** A value that is read when somebody asks for the figures. */
  gauge(options: Named & { read: () => number | Promise<number> }): void;
  /** How long things take, in seconds. */
  timing<Label extends string>(
    options: Named & { labels?: readonly Label[] },
  ): (seconds: number, labels?: Partial<Record<Label, string>>) => void;
  read(): Promise<{ contentType: string; text: string }>;
};

const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'otvet_http_request_seconds',
    help: 'Duration of HTTP requests by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'otvet_http_connections_dropped_total',
    help: 'Connections ended for newcomers while all places were taken',
    labelNames: ['standing'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'otvet_http_network_refused_total',
    help: 'Refusals of networks that are at their own bound, by what they had all of',
    labelNames: ['as'],
    registers: [registry],
  });
  return {
    http: {
      networkRefused: (as) => refused.inc({ as }),
      connectionDropped: (standing) => dropped.inc({ standing }),
      observe: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    },
    counter({ name, help, labels = [] }) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      return (values = {}, by = 1) => counter.inc(values, by);
    },
    gauge({ name, help, read }) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    timing({ name, help, labels = [] }) {
      const histogram = new Histogram({ name, help, labelNames: [...labels], buckets: BUCKETS, registers: [registry] });
      return (seconds, values = {}) => histogram.observe(values, seconds);
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
