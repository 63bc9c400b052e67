# Dates.
date-day = { $day ->
    [1] 1er
   *[other] { $day }
 } { $month } { $year }
date-moment = { $date }, { $time } UTC
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre
