import { join } from 'node:path'
import { acquireLock } from '../lock.ts'
import { wordsOf } from '../start-refused.ts'

// One of several simultaneous starts: `take-locks.ts DATA_DIR COUNT AT_MS EVERY_MS` locks the folders 0, 1, 2 … in it,
// each at its time, and reports each result. It keeps its locks.
const [dataDir = '', count = '', atMs = '', everyMs = ''] = process.argv.slice(2)

const said: string[] = []
for (let round = 0; round < Number(count); round += 1) {
  while (Date.now() < Number(atMs) + round * Number(everyMs)); // a timer would spread them out
  try {
    await acquireLock(join(dataDir, String(round)), process.pid)
    said.push('taken')
  } catch (error) {
    said.push(wordsOf(error))
  }
}
console.log(JSON.stringify(said))
setInterval(() => undefined, 1000)
