# Groups of members: classes from files, and groups that sponsors make.
groups-heading = Groups and classes
groups-hint = Classes from your files, and groups that you make, to find members and change them together.
groups-intro = Classes come from the files of your school. You can make other groups yourself; files never change these. To put members into a group, choose them in the list of members.
groups-count = { $count ->
    [0] There are no groups yet.
    [one] One group
   *[other] { $count } groups
}
groups-by-hand = Made by a sponsor
groups-from-file = Class from a file
groups-new = Make a group
groups-name = Name of the group
groups-name-taken = Another group has this name. Enter another one.
groups-too-many = Your organization cannot have more groups. Remove one first.
groups-rename = Rename the group
groups-rename-one = Rename “{ $name }”
groups-remove = Remove the group
groups-remove-one = Remove “{ $name }”
groups-remove-text = The group “{ $name }” is removed. A class comes back with the next file that names it.
groups-remove-members = { $count ->
    [0] Nobody is in it.
    [one] One member is in it, and stays a member.
   *[other] { $count } members are in it, and stay members.
}
groups-keep = Keep the group
groups-said-made = The group is made. Choose members in the list of members to put them into it.
groups-said-renamed = The group is renamed.
groups-said-removed = The group is removed.

# The list of members, and acts on several of them.
school-filter-group = group: { $name }
school-filter-group-unknown = one group
school-members-group = Group
school-acts-group = Group
school-act-add-to-group = Put into a group
school-act-take-from-group = Take out of a group
school-bulk-group = Put into a group: { $name }
school-bulk-from-group = Take out of a group: { $name }
school-bulk-same-group = { $count ->
    [one] One is in the group already.
   *[other] { $count } are in the group already.
}
school-bulk-same-off-group = { $count ->
    [one] One is not in the group.
   *[other] { $count } are not in the group.
}
school-bulk-too-many-groups = { $count ->
    [one] One is in as many groups as a member can be.
   *[other] { $count } are in as many groups as a member can be.
}
school-bulk-choose-group = Choose a group
school-bulk-make-group = Groups and classes

# Imports and runs.
import-column-classes = classes
import-count-groups = { $count ->
    [one] One new group
   *[other] { $count } new groups
}
import-count-joining = { $count ->
    [one] One member joins a group
   *[other] { $count } members join groups
}
import-count-leaving = { $count ->
    [one] One member leaves a group
   *[other] { $count } members leave groups
}
import-count-classes-left-out = { $count ->
    [one] One class is left out, because your organization has too many groups
   *[other] { $count } classes are left out, because your organization has too many groups
}
import-joins = joins { $name }
import-leaves = leaves { $name }
runs-kind-group = Groups
runs-field-groups = Groups
