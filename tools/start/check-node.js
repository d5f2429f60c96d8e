// Loaded before start.ts (`node --import`), in plain JavaScript: an old Node cannot read a .ts file, and a newcomer
// should get a sentence instead of a stack. On Linux npm provides Node 24; elsewhere it is the machine's.
const version = `${process.version}`

if (!/^v(22\.(1[89]|[2-9]\d)|2[3-9]|[3-9]\d)\./.test(version)) {
  console.error(`Palpite needs Node 22.18 or newer; this is ${version}.`)
  process.exit(1)
}
