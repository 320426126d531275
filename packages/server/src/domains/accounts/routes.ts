import { implement } from '@orpc/server';
import { contract } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { type ApiContext, type ApiUser, requireUser } from '../../platform/http/api-context.ts';
import type { Accounts } from './create-accounts.ts';

const api = implement(contract.user).$context<ApiContext>();
const accepted = { ok: true } as const;

/** Handlers of `contract.user`. */
export function userHandlers({ accounts }: { accounts: Accounts }) {
  return {
    register: api.register.handler(({ input, context }) => {
      const { email, password, name, locale } = input;
      return accounts.register({ email, password, name, locale, ip: context.ip, gone: context.gone() });
    }),
    signUpOffer: api.signUpOffer.handler(() => accounts.signUpOffer()),
    checkEmail: api.checkEmail.handler(async ({ input, context }) => ({
      exist: await accounts.isEmailTaken({ email: input.email, ip: context.ip }),
    })),
    forgotPassword: api.forgotPassword.handler(async ({ input, context }) => {
      await accounts.forgotPassword({ email: input.email, ip: context.ip });
      return accepted;
    }),
    resetPassword: api.resetPassword.handler(async ({ input, context }) => {
      const { device } = await accounts.resetPassword({ ...input, ip: context.ip, gone: context.gone() });
      return { ...accepted, device };
    }),
    passwordResetToken: api.passwordResetToken.handler(async ({ context }) => {
      await accounts.mailOwnResetLink({ user: requireUser(context), ip: context.ip });
      return accepted;
    }),
    changePassword: api.changePassword.handler(async ({ input, context }) => {
      const change = { ...input, user: requireUser(context), ip: context.ip, gone: context.gone() };
      const { device } = await accounts.changePassword(change);
      return { ...accepted, device };
    }),
    updateEmail: api.updateEmail.handler(async ({ input, context }) => {
      await accounts.askEmailChange({ ...input, user: requireUser(context), ip: context.ip });
      return accepted;
    }),
    confirmEmail: api.confirmEmail.handler(async ({ input, context }) => {
      await accounts.confirmEmail({ token: input.token, ip: context.ip });
      return accepted;
    }),
    signInAs: api.signInAs.handler(({ input, context }) => accounts.signInAs({ token: input.token, ip: context.ip })),
    data: api.data.handler(({ input, context }) => accounts.getUserData(requireSelf(context, input.userId))),
    updateData: api.updateData.handler(({ input, context }) => {
      const { userId, ...update } = input;
      return accounts.updateUserData({ user: requireSelf(context, userId), update, ip: context.ip });
    }),
    uploadPhoto: api.uploadPhoto.handler(({ input, context }) =>
      accounts.savePhoto({ user: requireUser(context), file: input.file, ip: context.ip }),
    ),
    removePhoto: api.removePhoto.handler(({ context }) =>
      accounts.removePhoto({ user: requireUser(context), ip: context.ip }),
    ),
  };
}

/** Another user's data is as missing as one that does not exist. */
function requireSelf(context: ApiContext, userId: string): ApiUser {
  const user = requireUser(context);
  if (user.userId !== userId) throw new AppError('request.not_found');
  return user;
}
