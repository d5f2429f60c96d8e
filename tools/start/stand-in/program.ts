import { writeSync } from 'node:fs'
import { createServer } from 'node:http'

// Stands in for server or sandbox in the launcher's tests: answers the launcher's requests, and shows its environment.
// `/say/N` prints N numbered lines. STAND_IN=broken exits at once.
const port = Number(process.env['SANDBOX_PORT'] ?? process.env['PORT'])

if (process.env['STAND_IN'] === 'broken') {
  console.error('PIX_KEY: too long')
  process.exit(1)
}

createServer((request, response) => {
  const lines = Number(/^\/say\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
  for (let line = 0; line < lines; line += 1) writeSync(1, `line ${line} ${'x'.repeat(900)}\n`)
  response.writeHead(request.url === '/readyz' || request.url === '/environment' ? 200 : 404)
  response.end(request.url === '/environment' ? JSON.stringify({ pid: process.pid, env: process.env }) : '')
}).listen(port, '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
