# Reports for funders.
reports-heading = Reports for funders
reports-intro = Readers by grade and disability, and books by format. A report has no names.
reports-organization = Only one organization
reports-organization-hint = Identifier of the organization. Leave it empty for the whole site.
reports-organization-unknown = There is no organization with this identifier
reports-first = First month
reports-last = Last month
reports-month-hint = Year and month, for example 2026-11
reports-month-wrong = This is not a month: enter year and month, for example 2026-11
reports-months-wrong = The last month must not be before the first, and at most three years can be counted
reports-recorded-hint = That you read a report is recorded.
reports-make = Make the report
reports-readers = Readers of today by grade and disability
reports-books = Books fetched by month and format
reports-grade = Grade
reports-month = Month
reports-no-grade = no grade
reports-several = several disabilities
reports-no-proof = no proof
reports-total = Total
reports-withheld = not shown
reports-withheld-text = Numbers below { $count }, except zero, are not shown, and further numbers are not shown so that they cannot be computed.
reports-readers-file = Readers as a table (CSV)
reports-books-file = Books as a table (CSV)
reports-back = Back to the reports
reports-idle-heading = Readers without a book
reports-idle-intro = Readers who have fetched no book for some months. Those who have waited the longest come first.
reports-idle-months = Months without a book
reports-idle-months-wrong = Enter a number of months from 1 to { $count }
reports-idle-readers = Readers
reports-idle-nobody = Nobody has been without a book for that long.
reports-last-book = Last book
reports-never = none so far
school-members-idle = Without a book
school-filter-idle = { $count ->
    [one] no book for a month
   *[other] no book for { $count } months
}
