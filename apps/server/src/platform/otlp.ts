import { randomUUID } from 'node:crypto'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, ValueType } from '@opentelemetry/api'
import { hrTime, type InstrumentationScope, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { MetricFamily, Metrics } from './metrics.ts'
import type { Telemetry } from './http/watch-requests.ts'

const METRICS_EVERY_MS = 15_000
/** Time limit of one export, and of the last one. */
const EXPORT_MS = 5_000

type Options = { endpoint: string; ratio: number; metrics: Metrics; version: string }

/** Opens both with OpenTelemetry's packages. Loaded only by `openTelemetry`, if configured. */
export function openOtlp({ endpoint, ratio, metrics, version }: Options): Telemetry {
  const resource = resourceFromAttributes({
    'service.name': 'palpite',
    'service.version': version,
    // Distinguishes servers: their counts are separate.
    'service.instance.id': randomUUID(),
  })
  const scope: InstrumentationScope = { name: 'palpite', version }
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS }),
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  })
  const startedAt = hrTime()
  const collect = async () => {
    const families = await metrics.families()
    const times = { startTime: startedAt, endTime: hrTime() }
    const all = families.map((family) => dataOf(family, times))
    return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: all }] }, errors: [] }
  }
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, timeoutMillis: EXPORT_MS }),
        exportIntervalMillis: METRICS_EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
        metricProducers: [{ collect }],
      }),
    ],
  })
  const tracer = traces.getTracer(scope.name, version)
  const propagator = new W3CTraceContextPropagator()
  return {
    startCall: ({ method, callId, traceparent }) => {
      const above =
        traceparent === undefined
          ? ROOT_CONTEXT
          : propagator.extract(
              ROOT_CONTEXT,
              { traceparent },
              { get: (carrier) => carrier.traceparent, keys: () => [] },
            )
      const attributes = { 'http.request.method': method, 'palpite.call_id': callId }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, above)
      return {
        end: ({ route, status }) => {
          span.updateName(`${method} ${route}`)
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    close: async () => {
      await Promise.allSettled([traces.shutdown(), meters.shutdown()])
    },
  }
}

type Times = Pick<MetricData['dataPoints'][number], 'startTime' | 'endTime'>

/** The metrics of `/metrics` in the shape of OTLP: counts since the start of the process. */
function dataOf(family: MetricFamily, times: Times): MetricData {
  const { name, help } = family
  const common = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (family.type === 'histogram') {
    const dataPoints = family.series.map(({ labels, counts, sum }) => ({
      ...times,
      attributes: labels,
      value: {
        buckets: { boundaries: family.bounds, counts },
        sum,
        count: counts.reduce((all, one) => all + one, 0),
      },
    }))
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = family.values.map(({ labels, value }) => ({ ...times, attributes: labels, value }))
  return family.type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
}
