import { z } from 'zod';
import { email, locale } from '../fields.ts';
import { limits } from '../limits.ts';
import { password, registerInput, signUpOffer, userData, userDataUpdate } from '../user.ts';
import { procedure } from './procedure.ts';

const accepted = z.object({ ok: z.literal(true) });
const token = z.string().min(20).max(200);
/** Names this browser as one where the address was signed in to: to be kept and sent with the next sign-in. */
const device = z.string();

/** Calls of the specification, section 7 "User", and the user data of section 3. Sign-in itself is `/api/auth/*`. */
export const userRoutes = {
  register: procedure('public')
    .route({
      method: 'POST',
      path: '/v1/mailer/send-register/',
      successStatus: 201,
      tags: ['user'],
      summary: 'Sign up; the privacy policy must be accepted',
    })
    .input(registerInput)
    .output(z.object({ sessionToken: z.string(), uid: z.string(), device })),
  signUpOffer: procedure('public')
    .route({
      method: 'GET',
      path: '/v1/account/sign-up-offer',
      tags: ['user'],
      summary: 'What a new account gets free',
    })
    .input(z.strictObject({}))
    .output(signUpOffer),
  checkEmail: procedure('public', { rate: 'write' })
    .route({
      method: 'GET',
      path: '/v1/connect/check-email-exist',
      tags: ['user'],
      summary: 'Whether an address is taken; limited per address of the caller',
    })
    .input(z.strictObject({ email, partnerId: z.string().max(100).optional() }))
    .output(z.object({ exist: z.boolean() })),
  forgotPassword: procedure('public')
    .route({
      method: 'POST',
      path: '/v1/mailer/change-password/',
      tags: ['user'],
      summary: 'Mail a reset link; the answer never says whether the address exists',
    })
    .input(z.strictObject({ email, locale: locale.default('ru') }))
    .output(accepted),
  resetPassword: procedure('public')
    .route({
      method: 'POST',
      path: '/v1/account/reset-password/',
      tags: ['user'],
      summary: 'Set a new password by the mailed token, once',
    })
    .input(z.strictObject({ token, password }))
    .output(accepted.extend({ device })),
  passwordResetToken: procedure('user', { whileImpersonated: false, rate: 'write' })
    .route({
      method: 'GET',
      path: '/v1/account/password-reset-token',
      tags: ['user'],
      summary: 'A reset token for the signed-in user, mailed to him',
    })
    .input(z.strictObject({}))
    .output(accepted),
  changePassword: procedure('user', { whileImpersonated: false })
    .route({
      method: 'POST',
      path: '/v1/account/change-password/',
      tags: ['user'],
      summary: 'Change the password; other sessions end',
    })
    .input(z.strictObject({ currentPassword: z.string().max(200), newPassword: password }))
    .output(accepted.extend({ device })),
  updateEmail: procedure('user', { whileImpersonated: false })
    .route({
      method: 'POST',
      path: '/v1/payments/update-email/',
      tags: ['user'],
      summary: 'Change the email: asks the password, mails a confirmation to the new address',
    })
    .input(z.strictObject({ email, password: z.string().max(200) }))
    .output(accepted),
  confirmEmail: procedure('public')
    .route({
      method: 'POST',
      path: '/v1/account/confirm-email/',
      tags: ['user'],
      summary: 'Confirm a new email by the mailed token',
    })
    .input(z.strictObject({ token }))
    .output(accepted),
  signInAs: procedure('public')
    .route({
      method: 'POST',
      path: '/v1/account/sign-in-as/',
      tags: ['user'],
      summary: 'Exchange an impersonation token, once, within 60 s',
    })
    .input(z.strictObject({ token }))
    .output(z.object({ sessionToken: z.string() })),
  data: procedure('user')
    .route({
      method: 'GET',
      path: '/v1/usersData/{userId}/data/',
      tags: ['user'],
      summary: 'User data of the signed-in user',
    })
    .input(z.strictObject({ userId: z.string().max(100) }))
    .output(userData),
  updateData: procedure('user')
    .route({ method: 'PUT', path: '/v1/usersData/{userId}/data/', tags: ['user'], summary: 'Change own user data' })
    .input(userDataUpdate.extend({ userId: z.string().max(100) }))
    .output(userData),
  uploadPhoto: procedure('user', { rate: 'upload' })
    .route({
      method: 'POST',
      path: '/v1/upload/profile-photo/',
      tags: ['user'],
      summary: 'Set the own picture, at most 10 MB; it is stored with 256 pixels on its longer edge',
    })
    .input(z.strictObject({ file: z.file().max(limits.photoBytes, 'too_large') }))
    .output(userData),
  removePhoto: procedure('user')
    .route({ method: 'DELETE', path: '/v1/upload/profile-photo/', tags: ['user'], summary: 'Remove the own picture' })
    .input(z.strictObject({}))
    .output(userData),
};
