import { isCode, isTest, type Tree, withoutComments } from './files.ts'
import { KEPT_NAMES, SERVER, WINGS } from './plan.ts'

const STATEMENT =
  /(?:[\w>)\]]`|\.query(?:<[^>]*>)?\(\s*['"`])\s*(?:select|insert|update|delete|with|lock|create|alter|drop|truncate|refresh|listen|notify|begin|commit)\b/
const SQL_FILE = /(^|\/|-)queries\.ts$|\/platform\/db\/|\/store\//

/** SQL outside a module's queries and migrations; tables used outside their module. */
export function untidySql(tree: Tree): string[] {
  const tables = tablesOf(tree)
  return [...tree].flatMap(([file, text]) => [
    ...misplacedStatement(file, text),
    ...misnamedTables(file, text),
    ...foreignTables(file, text, tables),
  ])
}

/** Every table created by the server's migrations. */
export const tablesOf = (tree: Tree): string[] =>
  [...tree].filter(([file]) => isMigration(file)).flatMap(([, text]) => createdIn(text))

const isMigration = (file: string) => file.startsWith(`${SERVER}/`) && file.endsWith('.sql')

const createdIn = (text: string) =>
  [...withoutSqlComments(text).matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([a-z_]\w*)/gi)].map(
    (found) => found[1] ?? '',
  )

function misplacedStatement(file: string, text: string): string[] {
  const looked = /^apps\/.*\.tsx?$/.test(file) && !isTest(file) && !SQL_FILE.test(file)
  return looked && STATEMENT.test(withoutComments(text))
    ? [`${file}: SQL lives in queries.ts and migrations`]
    : []
}

function misnamedTables(file: string, text: string): string[] {
  if (!isMigration(file)) return []
  const module = moduleOf(file)
  return createdIn(text)
    .filter((table) => !table.startsWith(`${module}_`) && !/_p\d|_default$/.test(table))
    .map((table) => `${file}: table ${table} must carry the name of its module, ${module}_…`)
}

function foreignTables(file: string, text: string, tables: readonly string[]): string[] {
  if (!file.startsWith(`${SERVER}/`) || isTest(file)) return []
  const named = new Set(
    (isMigration(file) ? withoutSqlComments(text) : withoutComments(text)).match(/\b[a-z]+_\w+\b/g),
  )
  return tables
    .filter((table) => named.has(table))
    .flatMap((table) => {
      const owner = table.split('_')[0] ?? ''
      const owners = isMigration(file) ? [owner] : (KEPT_NAMES[table] ?? [owner])
      if (owners.includes(moduleOf(file))) return misplacedName(file, table)
      if (isMigration(file) && onlyReferred(text, table) && layerOf(owner) > layerOf(moduleOf(file)))
        return []
      return [`${file}: table ${table} belongs to ${owner}; ask its API`]
    })
}

const misplacedName = (file: string, table: string) =>
  isMigration(file) || SQL_FILE.test(file) || !isCode(file)
    ? []
    : [`${file}: name table ${table} in queries.ts only`]

/** A table may reference a lower module's row, and nothing else of it. */
const onlyReferred = (text: string, table: string) =>
  !new RegExp(`(?<!references )\\b${table}\\b`, 'i').test(withoutSqlComments(text))

const moduleOf = (file: string) => file.slice(SERVER.length + 1).split('/')[0] ?? ''
const layerOf = (module: string) =>
  WINGS[SERVER]?.layers.findIndex((modules) => modules.includes(module)) ?? -1
const withoutSqlComments = (text: string) => text.replaceAll(/--.*$/gm, '').replaceAll(/\/\*[^]*?\*\//g, '')
