import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';

/** What a new account of this server gets free. */
export const signUpOfferQuery = queryOptions({
  queryKey: ['sign-up-offer'],
  queryFn: () => api.user.signUpOffer({}),
  staleTime: Number.POSITIVE_INFINITY,
});
