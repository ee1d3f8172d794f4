import type { ChartModel, SeriesModel } from '@/lib/platform/charts/model';
import type { ReportTable } from '@/lib/platform/pdf/report-table';

/** What the report says, in words: the one model of which page and paper are views. */

export interface ReportFigure {
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  readonly target?: string;
  /** Whether the target is met; undefined where there is none, or nothing is known. */
  readonly isMet?: boolean;
  readonly definition: string;
  readonly href?: string;
}

export interface ReportBands {
  readonly title: string;
  readonly bands: ChartModel;
  /** high, medium, low behind the strongest three. */
  readonly levels: readonly (string | undefined)[];
  readonly top: ChartModel;
}

export interface ReportDocument {
  readonly title: string;
  readonly subject: string;
  readonly window: string;
  readonly madeAt: string;
  readonly brand: string;
  readonly labels: { readonly window: string; readonly madeAt: string; readonly noData: string };
  readonly sections: {
    readonly basic: string;
    readonly indicators: string;
    readonly intensity: string;
    readonly diagnosis: string;
    readonly details: string;
    readonly notes: string;
  };
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly summary: readonly string[];
  readonly figures: readonly ReportFigure[];
  readonly trend: SeriesModel;
  readonly reasons: ChartModel;
  readonly top: ChartModel;
  /** Hidden without an entrapment. */
  readonly entrapments: SeriesModel | null;
  readonly intensity: readonly ReportBands[];
  readonly suggestions: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly notes: readonly string[];
}
