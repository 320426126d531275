import { fillTemplate, formatHours, type Locale, limits, meaningOfReason } from '@otvet/contract';
import { channelTexts } from '../../platform/texts/channel-texts.ts';

/** Why a channel stopped, what it means and what to do: the words of its screen. */
export function explainBreak({ locale, reason, channelType }: { locale: Locale; reason: string; channelType: string }) {
  const { state, fix } = meaningOfReason(channelType, reason);
  return {
    type: titleOf(locale, channelType),
    what: channelTexts(locale, `channels.reason.${reason}`) ?? channelTexts(locale, 'channels.reason.other') ?? '',
    meaning: fillTemplate(channelTexts(locale, `channels.state.${state}.meaning`) ?? '', {
      time: formatHours(limits.sendingHours, locale),
    }),
    fix: channelTexts(locale, `channels.fix.${fix}`) ?? '',
  };
}

/** What a channel's type is called in the reader's language, as everywhere in the product. */
export function titleOf(locale: Locale, type: string): string {
  return channelTexts(locale, `shell.channel.${type}`) ?? type;
}
