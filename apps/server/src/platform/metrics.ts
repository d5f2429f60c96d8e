import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The numbers of `/metrics`, in Prometheus' text form. Rooms make their own with these three. */
export type Metrics = {
  counter: (name: string, help: string, labels?: readonly string[]) => Counter
  gauge: (name: string, help: string, labels?: readonly string[]) => Gauge
  histogram: (name: string, help: string, buckets: readonly number[]) => Histogram
  text: () => Promise<string>
  contentType: string
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'palpite_' })
  const registers = [registry]
  return {
    counter: (name, help, labels = []) =>
      new Counter({ name: `palpite_${name}`, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) =>
      new Gauge({ name: `palpite_${name}`, help, labelNames: [...labels], registers }),
    histogram: (name, help, buckets) =>
      new Histogram({ name: `palpite_${name}`, help, buckets: [...buckets], registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
