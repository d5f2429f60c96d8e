import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { plainHistogram, type PlainHistogram } from './plain-histogram.ts'

/** The numbers of `/metrics`, in Prometheus' text form. Modules make their own with these three. */
export type Metrics = {
  /** Asked for again by its name, it is the one that there is. */
  counter: (name: string, help: string, labels?: readonly string[]) => Counter
  /** `collect` sets what is read at the moment of each scrape; without it the module sets its gauge itself. */
  gauge: (name: string, help: string, labels?: readonly string[], collect?: (gauge: Gauge) => void) => Gauge
  /** Makes series, one for each set of labels; ask for each once and keep it. */
  histogram: (name: string, help: string, buckets: readonly number[]) => PlainHistogram['series']
  text: () => Promise<string>
  contentType: string
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'palpite_' })
  const registers = [registry]
  const histograms: PlainHistogram[] = []
  const counters = new Map<string, Counter>()
  return {
    counter: (name, help, labels = []) => {
      const made =
        counters.get(name) ??
        new Counter({ name: `palpite_${name}`, help, labelNames: [...labels], registers })
      counters.set(name, made)
      return made
    },
    gauge: (name, help, labels = [], collect) => {
      const made: Gauge = new Gauge({
        name: `palpite_${name}`,
        help,
        labelNames: [...labels],
        registers,
        ...(collect && { collect: () => collect(made) }),
      })
      return made
    },
    histogram: (name, help, buckets) => {
      const histogram = plainHistogram({ name: `palpite_${name}`, help, buckets })
      histograms.push(histogram)
      return histogram.series
    },
    text: async () => [await registry.metrics(), ...histograms.map(({ text }) => text())].join('\n'),
    contentType: registry.contentType,
  }
}
