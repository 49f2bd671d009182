import './report.css';
import { ownReport } from '../session/report';

/** What a page that is a report says of itself. */
export function ReportLine() {
  if (!ownReport) return null;
  const { title, by, made } = ownReport;
  return (
    <p className="report-line">
      <strong>{title}</strong>
      <span>
        {by !== '' && `${by}, `}
        <time dateTime={made}>{made}</time>
      </span>
      <span>A report: its data is in this page, and nothing is fetched.</span>
    </p>
  );
}
