import type { Config } from './config.ts'
import type { Telemetry } from './http/watch-requests.ts'
import type { Metrics } from './metrics.ts'

/**
 * Sends traces and all metrics by OTLP over HTTP to `OTEL_EXPORTER_OTLP_ENDPOINT`. Without it OpenTelemetry is not
 * even loaded: its packages take half a second and 23 MB. A collector that is down delays no call; what it misses is
 * lost.
 */
export async function openTelemetry(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>,
  { metrics, version }: { metrics: Metrics; version: string },
): Promise<Telemetry | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config
  if (endpoint === undefined) return undefined
  const { openOtlp } = await import('./otlp.ts')
  return openOtlp({ endpoint: endpoint.replace(/\/$/, ''), ratio, metrics, version })
}
