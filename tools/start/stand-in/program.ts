import { createServer } from 'node:http'

// Stands in for the server or the sandbox in the launcher's own tests: answers what the launcher requests of them, and
// shows the environment it was given. STAND_IN=broken ends at once.
const port = Number(process.env['SANDBOX_PORT'] ?? process.env['PORT'])

if (process.env['STAND_IN'] === 'broken') {
  console.error('PIX_KEY: too long')
  process.exit(1)
}

createServer((request, response) => {
  response.writeHead(request.url === '/readyz' || request.url === '/environment' ? 200 : 404)
  response.end(request.url === '/environment' ? JSON.stringify({ pid: process.pid, env: process.env }) : '')
}).listen(port, '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
