import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/query.ts'
import { type UserInfo, userInfoKey } from '../../shared/session.ts'

/** Shows the chosen avatar at once and saves it; on failure the previous one returns. */
export const chooseAvatar = async (index: number): Promise<void> => {
  const former = queryClient.getQueryData<UserInfo>(userInfoKey)?.header
  const show = (header: number | undefined) =>
    queryClient.setQueryData<UserInfo>(userInfoKey, (user) =>
      user && header !== undefined ? { ...user, header } : user,
    )
  show(index)
  await api('GET /api/app/user/setHeader/:avatarIndex', { params: { avatarIndex: String(index) } }).catch(
    () => show(former),
  )
}
