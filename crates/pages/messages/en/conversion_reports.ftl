# What was repaired or left out of books, for collection staff.
conversion-reports-heading = Conversion reports
conversion-reports-intro = Books from which something is missing, in their source or in a format that was made from it. Open a report to see what is missing and where.
conversion-reports-count = { $count ->
    [0] There are no open reports.
    [one] One report is open.
   *[other] { $count } reports are open, the oldest first.
}
conversion-reports-all = All open reports
conversion-report-heading = Conversion report
conversion-report-made = What was made
conversion-report-read = Source, read for the catalog
conversion-report-words-label = Words
conversion-report-words = { $lost } of { $source } words are missing ({ $percent } %).
conversion-report-findings = Findings
conversion-report-count-left-out = { $count ->
    [0] Nothing left out.
    [one] One part left out.
   *[other] { $count } parts left out.
}
conversion-report-count-repaired = { $count ->
    [0] Nothing repaired.
    [one] One repair.
   *[other] { $count } repairs.
}
conversion-report-repaired = Repaired, nothing is missing
conversion-report-left-out = Parts of the book are missing
conversion-report-words-lost = More than 2 % of the words are missing
conversion-report-repairs = Repairs
conversion-report-file = File
conversion-report-line = Line
conversion-report-unlisted = { $count ->
    [one] One more finding is not listed.
   *[other] { $count } more findings are not listed.
}
conversion-report-acknowledge-heading = Acknowledge
conversion-report-acknowledge-hint = If you know what is missing and readers may have the book like this, acknowledge the report. It then leaves the list.
conversion-report-publish-hint = The title waits, because so many words are missing. If readers may have the book like this, acknowledge the report. The title then goes live.
conversion-report-acknowledge = Acknowledge the report
conversion-report-acknowledged = The report is acknowledged.
