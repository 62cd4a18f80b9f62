/** Kept with a visit of /verify: a code was sent just before, so that the next one has to be waited for. */
export const CODE_SENT = 'code-sent'
