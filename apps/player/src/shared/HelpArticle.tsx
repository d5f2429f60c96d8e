import { Icon } from '@palpite/ui'
import { go } from './navigation.ts'
import { articleHref } from './paths.ts'
import { useText } from './text/text.ts'

/** Links to the help article about what is on screen. */
export function HelpArticle({ slug }: { slug: string }) {
  const t = useText()
  return (
    <button
      type="button"
      onClick={() => go(articleHref(slug))}
      className="tap inline-flex cursor-pointer items-center gap-6 justify-self-start text-13 font-600 text-brand-text hover:underline"
    >
      <Icon name="info-fill" className="size-16" />
      {t('app.help.article')}
    </button>
  )
}
