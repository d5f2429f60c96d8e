import { Changes } from '../../../shared/Changes.tsx'
import { useText } from '../../../shared/text.ts'
import { changesOf, type Content, type Shown } from './banner.ts'

/** What one version of a banner changes of another. */
export function BannerChanges({ before, after }: { before: Content; after: Content }) {
  const t = useText()
  const shown = (value: Shown) => (typeof value === 'string' ? value : t(value.text))
  return (
    <Changes
      changes={changesOf(before, after).map(({ name, language, ...change }) => ({
        key: `${name} ${language ?? ''}`,
        name: language === undefined ? t(name) : `${t(name)} (${language})`,
        before: shown(change.before),
        after: shown(change.after),
      }))}
    />
  )
}
