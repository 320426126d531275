import { describeSiteWidgetJourney } from './site-widget.ts';

describeSiteWidgetJourney('ru', { kind: 'embedded' });
