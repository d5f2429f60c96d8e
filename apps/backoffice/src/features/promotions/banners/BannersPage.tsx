import { Button } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAddress } from '../../../shared/address.ts'
import type { ApiError } from '../../../shared/api.ts'
import { useAsked, wholeList } from '../../../shared/ask-again.ts'
import { DataList } from '../../../shared/DataList.tsx'
import { useFormat } from '../../../shared/format.ts'
import { type ListColumn, tagColumn, wordColumn } from '../../../shared/list-column.tsx'
import { useMay } from '../../../shared/me.ts'
import { Page } from '../../../shared/Page.tsx'
import { useText } from '../../../shared/text.ts'
import { PromotionTabs } from '../PromotionTabs.tsx'
import {
  audienceNames,
  type Banner,
  type Banners,
  emptyBanner,
  nextVersion,
  placeNames,
  statusNames,
  statusTones,
} from './banner.ts'
import { BannerDrawer } from './BannerDrawer.tsx'
import { BannerForm } from './BannerForm.tsx'

/** Banners and start masks: every version with its state. */
export function BannersPage() {
  const t = useText()
  const address = useAddress()
  const columns = useColumns()
  const mayPropose = useMay('settings.propose')
  const asked = useAsked('GET /api/backoffice/banners', { query: {} })
  const { data } = asked
  const list = wholeList({ ...asked, data: data?.banners } as UseQueryResult<readonly Banner[], ApiError>)
  const plan = (nova: string) => address.set({ nova, aberto: '' })
  return (
    <Page
      title={t('nav.promotions.name')}
      note={t('banners.page.note')}
      aside={
        mayPropose && (
          <div className="flex gap-8">
            <Button size="s" onClick={() => plan('home')}>
              {t('banners.plan.home')}
            </Button>
            <Button kind="secondary" size="s" onClick={() => plan('start')}>
              {t('banners.plan.start')}
            </Button>
          </div>
        )
      }
      drawer={data && <BannersDrawer data={data} />}
    >
      <PromotionTabs />
      <DataList
        title={t('banners.page.title')}
        columns={columns}
        list={list}
        keyOf={({ bannerId }) => bannerId}
        open={{
          key: address.get('aberto'),
          onOpen: (key) => address.set({ aberto: key, nova: '' }),
        }}
        empty={{ title: t('banners.list.empty') }}
      />
    </Page>
  )
}

/** The form of a new banner or another version (`nova`: a place, or the version it replaces), or the open one. */
function BannersDrawer({ data }: { data: Banners }) {
  const address = useAddress()
  const close = () => address.set({ aberto: '', nova: '' })
  const wanted = address.get('nova')
  const base = data.banners.find(({ bannerId }) => bannerId === wanted)
  const typed =
    wanted === 'home' || wanted === 'start'
      ? emptyBanner(wanted, data.today)
      : base && nextVersion(base, data.today)
  if (typed)
    return (
      <BannerForm
        key={wanted}
        data={data}
        first={typed}
        onClose={close}
        onDone={(bannerId) => address.set({ nova: '', aberto: bannerId })}
      />
    )
  const open = data.banners.find(({ bannerId }) => bannerId === address.get('aberto'))
  return (
    open && (
      <BannerDrawer
        key={open.bannerId}
        banner={open}
        data={data}
        onClose={close}
        onEdit={() => address.set({ nova: open.bannerId, aberto: '' })}
      />
    )
  )
}

function useColumns(): readonly ListColumn<Banner>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({
        id: 'title',
        head: 'banners.field.title',
        of: ({ texts }) => texts['pt-BR']?.title ?? '',
      }),
      {
        id: 'place',
        head: 'banners.field.place',
        cell: ({ place }) => t(placeNames[place]),
        csv: ({ place }) => place,
      },
      tagColumn({ id: 'status', of: ({ status }) => status, names: statusNames, tones: statusTones }, t),
      {
        id: 'starts',
        head: 'promotions.column.starts',
        cell: ({ startsOn }) => format.date(startsOn),
        csv: ({ startsOn }) => startsOn,
      },
      {
        id: 'ends',
        head: 'promotions.column.ends',
        cell: ({ endsOn }) => format.date(endsOn),
        csv: ({ endsOn }) => endsOn,
      },
      {
        id: 'audience',
        head: 'banners.field.audience',
        cell: ({ audience, minVipLevel }) =>
          minVipLevel > 0 ? t('banners.audience.level', { level: minVipLevel }) : t(audienceNames[audience]),
        csv: ({ audience, minVipLevel }) => (minVipLevel > 0 ? `vip ${minVipLevel}` : audience),
      },
      wordColumn({ id: 'link', head: 'banners.field.link', of: ({ href }) => href }),
      {
        id: 'by',
        head: 'promotions.column.by',
        cell: ({ proposedBy }) => t('shell.operator.id', { id: proposedBy }),
        csv: ({ proposedBy }) => String(proposedBy),
      },
    ],
    [t, format],
  )
}
