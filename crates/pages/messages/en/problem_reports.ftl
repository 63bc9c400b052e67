# Problems that readers have reported, for collection staff.
problems-heading = Reported problems
problems-count = { $count ->
    [0] There are no open reports.
    [one] One report is open.
   *[other] { $count } reports are open, the oldest first.
}
problems-number = Number
problems-who = Reported by
problems-when = When
problems-nobody = an account that is closed
problems-close = Close report { $count }
problems-closed = The report is closed.
