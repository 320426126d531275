import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerThresholds } from './answer-thresholds.ts';
import { decideAnswer } from './decide-answer.ts';

const hits = (...scores: number[]) => scores.map((score, place) => ({ id: `p${place}`, score }));
const { answerFrom, certainFrom, clarifyFrom, closeMargin } = answerThresholds;

describe('decideAnswer', () => {
  it('gives the best when it is likely right and leads', () => {
    expect(decideAnswer({ hits: hits(9, 3), confidence: answerFrom })).toEqual({ kind: 'answer', id: 'p0' });
    expect(decideAnswer({ hits: hits(9), confidence: 0.6 })).toEqual({ kind: 'answer', id: 'p0' });
  });

  it('asks which of two close ones is meant, unless it is certain', () => {
    const close = hits(9, 9 - closeMargin / 2, 2);
    expect(decideAnswer({ hits: close, confidence: 0.6 })).toEqual({ kind: 'clarify', ids: ['p0', 'p1'] });
    expect(decideAnswer({ hits: close, confidence: clarifyFrom })).toEqual({ kind: 'clarify', ids: ['p0', 'p1'] });
    expect(decideAnswer({ hits: close, confidence: certainFrom })).toEqual({ kind: 'answer', id: 'p0' });
  });

  it('refuses below the thresholds and without hits', () => {
    expect(decideAnswer({ hits: hits(9, 3), confidence: answerFrom - 0.01 })).toEqual({ kind: 'refuse' });
    expect(decideAnswer({ hits: hits(9, 9), confidence: clarifyFrom - 0.01 })).toEqual({ kind: 'refuse' });
    expect(decideAnswer({ hits: [], confidence: 1 })).toEqual({ kind: 'refuse' });
  });

  it('names only passages that were found', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true })),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (scores, confidence) => {
          const found = hits(...scores.toSorted((a, b) => b - a));
          const decision = decideAnswer({ hits: found, confidence });
          const named = decision.kind === 'answer' ? [decision.id] : [];
          const offered = decision.kind === 'clarify' ? decision.ids : [];
          for (const id of [...named, ...offered]) expect(found.map((hit) => hit.id)).toContain(id);
          if (decision.kind === 'clarify') expect(offered).toHaveLength(2);
        },
      ),
    );
  });
});
