/** Every overlay of the app. What each is given when it opens stands in `OverlayInputs`. */
export type OverlayName = (typeof overlayNames)[number]

export const overlayNames = [
  'login',
  'forgotPassword',
  'changePassword',
  'kyc',
  'deposit',
  'gameDeposit',
  'payment',
  'settingsMenu',
  'startMask',
  'award',
  'bonusIncrease',
  'accountMenu',
  'avatarPicker',
  'gamesSheet',
  'slip',
  'fairness',
  'gameMenu',
  'gameRules',
  'roomChain',
  'roomRules',
  'testAccount',
  'limits',
  'message',
] as const
