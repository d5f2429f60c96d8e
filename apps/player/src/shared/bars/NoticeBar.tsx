import { Icon, IconButton } from '@palpite/ui'
import { closeNotice, useNotice } from './notice.ts'
import { useText } from '../text/text.ts'

/** News from the house, until closed. It takes its own space between the bar and the page. */
export function NoticeBar() {
  const t = useText()
  const notice = useNotice((state) => state.text)
  return (
    <div role="status">
      {notice && (
        <div className="hairline mx-12 my-4 flex min-h-36 items-center gap-8 rounded-11 bg-surface-1 ps-10 text-12 text-text">
          <Icon name="megaphone-simple-fill" className="size-18 text-brand-text" />
          <p className="min-w-0 flex-1 py-8 font-500">{notice}</p>
          <IconButton
            icon="x-bold"
            label={t('app.close.label')}
            onClick={closeNotice}
            className="text-text-2 [&>svg]:size-16"
          />
        </div>
      )}
    </div>
  )
}
