import type { Device } from '../../apps/server/src/platform/http/request.ts'

/** The device that sessions are opened on where no browser opens them. */
export const testDevice: Device = { kind: 'test', id: 'test', zone: 'America/Sao_Paulo', userAgent: 'test' }
