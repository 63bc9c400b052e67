# A new school year.
school-year-heading = New school year
school-year-hint = Move all members one grade up, and let the oldest leave.
school-year-text = All members of { $name } go one grade up: from preschool to kindergarten, to grade 1, and so on to grade 12.
school-year-text-preview = Nothing is changed before you have seen it and confirmed it.
school-year-text-undo = You can undo it for 30 days.
school-year-last-grade = Last grade of your school
school-year-last-grade-hint = Members in this grade leave. Members above it also go up; those in grade 12 always leave.
school-year-choose-last-grade = Choose the last grade of your school
school-year-leavers = Members who have finished the last grade
school-year-leavers-keep = Stay members, in their grade
school-year-leavers-remove = Are removed. You can undo this for 30 days.
school-year-others = Members in grades without a next one, such as college and British levels
school-year-others-stay = Stay as they are
school-year-others-leave = Are treated like those who have finished the last grade
school-year-show = Show what changes
school-year-too-many = This can be done for at most { $count } members at once. In the list of members, set the grade for each grade by its filter, beginning with the last one.
school-year-preview = New school year: check the changes
school-year-outdated = The members have changed since this was shown, so nothing was done. Please check it again.
school-year-previous = { $name } began the last new school year on { $date }. Now the members would go up once more.
school-year-steps = One grade up
school-year-step = { $count ->
    [one] { $from } to { $to }: one member
   *[other] { $from } to { $to }: { $count } members
}
school-year-no-steps = Nobody goes up.
school-year-leaving = Leaving school
school-year-removed = { $count ->
    [0] Nobody leaves.
    [one] One member has finished the last grade and is removed.
   *[other] { $count } members have finished the last grade and are removed.
}
school-year-kept = { $count ->
    [0] Nobody has finished the last grade.
    [one] One member has finished the last grade and stays in it.
   *[other] { $count } members have finished the last grade and stay in it.
}
school-year-names = Their names
school-year-first-names = The first { $count } names
school-year-unchanged = Unchanged
school-year-group = { $count ->
    [one] { $grade }: one member
   *[other] { $grade }: { $count } members
}
school-year-no-grade = Without a grade
school-year-begin = Begin the new school year
school-year-no-effect = There is nothing to change.
school-year-back = Change the choices
school-year-done = The new school year has begun.
