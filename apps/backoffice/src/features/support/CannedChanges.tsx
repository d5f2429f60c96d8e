import { Changes } from '../../shared/Changes.tsx'
import { languageName } from '../../shared/language-name.ts'
import { useLook } from '../../shared/look.ts'
import { useText } from '../../shared/text.ts'
import { changesOf, type TypedAnswer } from './canned-answer.ts'

/** The parts of a canned answer in which two versions differ. */
export function CannedChanges({ before, after }: { before: TypedAnswer; after: TypedAnswer }) {
  const t = useText()
  const { language } = useLook()
  return (
    <Changes
      changes={changesOf(before, after).map((change) => ({
        key: change.part,
        name: change.part === 'name' ? t('support.canned.name') : languageName(change.part, language),
        before: change.before || '–',
        after: change.after || '–',
      }))}
    />
  )
}
