import { describeSiteWidgetJourney } from './site-widget.ts';

describeSiteWidgetJourney('en', { kind: 'server' });
