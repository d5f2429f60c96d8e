import { choice, form, optional, text, word } from './fields.ts'

const requestId = form('attack-0123456789')

/** Valid requests of the calls for rewards. */
export const rewardsExamples = {
  'GET /api/app/rewards/rules': {},
  'GET /api/app/rewards/awards': {},
  'POST /api/app/rewards/awards/claim': { body: { requestId, awardId: form('vip-99') } },
  'GET /api/app/rewards/records': {
    query: { type: optional(choice('14')), cursor: optional(word('1_vip.1')) },
  },
  'GET /api/app/rewards/vip': {},
  'GET /api/app/rewards/invitations': {},
  'POST /api/app/rewards/invitations/accept': { body: { code: text('NOBODYS0') } },
  'GET /api/app/rewards/commissions': {
    query: {
      level: optional(choice('1')),
      day: optional(form('2026-01-31')),
      cursor: optional(word('2026-01-31_0123456789ABC_stakes')),
    },
  },
  'GET /api/app/rewards/ladder': {},
  'GET /api/app/rewards/gameBonus': {},
  'GET /api/app/rewards/activities': {},
  'GET /api/app/rewards/activities/:activityId': { params: { activityId: form('nothing') } },
  'GET /api/app/rewards/activities/:activityId/progress': { params: { activityId: form('nothing') } },
  'GET /api/app/rewards/checkIn': {},
  'GET /api/app/rewards/banners': {},
  'GET /api/app/rewards/banners/picture/:pictureId': { params: { pictureId: form('0'.repeat(64)) } },
  'POST /api/app/rewards/checkIn': { body: { requestId } },
}
