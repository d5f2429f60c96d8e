import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/**
 * No sandbox, because root may run the tests and containers forbid namespaces; the tests visit our own pages only.
 * The page's own security (content policy, same origin) stays as players have it.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage', // containers give /dev/shm 64 MB
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/**
 * Opens a real Chromium: the npm package's, or the one named by CHROMIUM_PATH. Needs no system package: the few
 * libraries that a bare machine lacks, and a font, are included. `more` flags are added to ours.
 */
export const openBrowser = async (more: readonly string[] = []): Promise<Browser> => {
  const options = await launchOptions()
  return chromium.launch({ ...options, args: [...FLAGS, ...more] })
}

/** How to launch that Chromium: program, flags and environment. */
export async function launchOptions(): Promise<LaunchOptions> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return { executablePath: named, args: FLAGS }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `npm brings no Chromium for ${process.platform}-${process.arch}; set CHROMIUM_PATH to one`,
    )
  }
  const home = await unpacked()
  return {
    executablePath: join(home, 'chromium'),
    args: FLAGS,
    env: {
      PATH: process.env['PATH'] ?? '',
      TZ: 'America/Sao_Paulo',
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
      HOME: home, // an account without a home of its own can run the tests too
      TMPDIR: tmpdir(),
    },
  }
}

const packaged = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))

/** The folder with Chromium unpacked, made on the first call: beside the packages, or in a temp folder of our own. */
async function unpacked(): Promise<string> {
  const about: unknown = JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8'))
  const version = about && typeof about === 'object' && 'version' in about ? String(about.version) : ''
  const name = `palpite-chromium-${version}-${process.getuid?.() ?? 0}`
  const cache = resolve(import.meta.dirname, '../../node_modules/.cache')
  const home = join(isWritable(cache) ? cache : tmpdir(), name)
  if (existsSync(home)) return home
  const unfinished = `${home}.${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  await unpackInto(unfinished)
  try {
    renameSync(unfinished, home)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(home)) throw error // else another process was quicker
  }
  writeFileSync(join(home, 'fonts', 'fonts.conf'), fontsConf(home))
  return home
}

/** The package unpacks into the temp folder of everyone; told of another one, it keeps accounts and versions apart. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    const { default: packagedChromium, inflate } = await import('@sparticuz/chromium')
    await packagedChromium.executablePath()
    await inflate(join(packaged, '..', 'bin', 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

/** Our font only: pages look the same on every machine. */
const fontsConf = (home: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
