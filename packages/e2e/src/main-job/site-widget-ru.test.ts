import { tellSiteWidgetJourney } from './site-widget.ts';

tellSiteWidgetJourney('ru', { kind: 'embedded' });
