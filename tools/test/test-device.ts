import type { Device } from '../../apps/server/src/platform/http/request.ts'

/** The device of sessions that are opened without a browser. */
export const testDevice: Device = { kind: 'test', id: 'test', zone: 'America/Sao_Paulo', userAgent: 'test' }
