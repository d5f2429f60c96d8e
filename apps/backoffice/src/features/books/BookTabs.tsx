import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** The four screens of the books: accounts, differences, USDT that was not credited, gifts of first deposits. */
export function BookTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.books.name')}
      tabs={[
        { href: '/livros', label: t('books.tab.accounts') },
        { href: '/livros/diferencas', label: t('books.tab.differences') },
        { href: '/livros/usdt', label: t('books.tab.uncredited') },
        { href: '/livros/presentes', label: t('books.tab.gifts') },
      ]}
    />
  )
}
