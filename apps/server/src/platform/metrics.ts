import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { type HistogramFamily, plainHistogram, type PlainHistogram } from './plain-histogram.ts'

/** The numbers of `/metrics`, in Prometheus' text form. Modules make their own with these three. */
export type Metrics = {
  /** Asked for again by its name, it is the one that there is. */
  counter: (name: string, help: string, labels?: readonly string[]) => Counter
  gauge: (name: string, help: string, labels?: readonly string[]) => Gauge
  /** A gauge that `read` sets at each scrape: it never tells what was a moment ago. */
  readGauge: (gauge: ReadGauge) => void
  /** Makes series, one for each set of labels; ask for each once and keep it. By the same name it is the one that there is. */
  histogram: (name: string, help: string, buckets: readonly number[]) => PlainHistogram['series']
  text: () => Promise<string>
  contentType: string
  /** The same as numbers. */
  families: () => Promise<MetricFamily[]>
}

/** All series of one name. */
export type MetricFamily =
  | {
      type: 'counter' | 'gauge'
      name: string
      help: string
      values: { labels: Readonly<Record<string, string>>; value: number }[]
    }
  | HistogramFamily

type ReadGauge = { name: string; help: string; labels: readonly string[]; read: (gauge: Gauge) => void }

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'palpite_' })
  const registers = [registry]
  const histograms = new Map<string, PlainHistogram>()
  const counters = new Map<string, Counter>()
  return {
    counter: (name, help, labels = []) => {
      const made =
        counters.get(name) ??
        new Counter({ name: `palpite_${name}`, help, labelNames: [...labels], registers })
      counters.set(name, made)
      return made
    },
    gauge: (name, help, labels = []) =>
      new Gauge({ name: `palpite_${name}`, help, labelNames: [...labels], registers }),
    readGauge: ({ name, help, labels, read }) => {
      const gauge: Gauge = new Gauge({
        name: `palpite_${name}`,
        help,
        labelNames: [...labels],
        registers,
        collect: () => read(gauge),
      })
    },
    histogram: (name, help, buckets) => {
      const histogram = histograms.get(name) ?? plainHistogram({ name: `palpite_${name}`, help, buckets })
      histograms.set(name, histogram)
      return histogram.series
    },
    text: async () =>
      [await registry.metrics(), ...[...histograms.values()].map(({ text }) => text())].join('\n'),
    contentType: registry.contentType,
    families: async () => [
      ...(await registry.getMetricsAsJSON()).flatMap(familyOf),
      ...[...histograms.values()].map(({ read }) => read()),
    ],
  }
}

type Told = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/** Counters and gauges as they are. The one histogram of prom-client's own, of the garbage collector, is left to `/metrics`. */
function familyOf({ name, help, type, values }: Told): MetricFamily[] {
  const kind = String(type)
  if (kind !== 'counter' && kind !== 'gauge') return []
  const own = values.map(({ labels, value }) => ({
    labels: Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])),
    value,
  }))
  return [{ type: kind, name, help, values: own }]
}
