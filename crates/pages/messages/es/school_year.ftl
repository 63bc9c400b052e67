# Un nuevo año escolar.
school-year-heading = Nuevo año escolar
school-year-hint = Pasar a todos los miembros al curso siguiente y despedir a los mayores.
school-year-text = Todos los miembros de { $name } pasan al curso siguiente: de preescolar al jardín de infancia, al grado 1, y así hasta el grado 12.
school-year-text-preview = No se cambia nada antes de que usted lo haya visto y confirmado.
school-year-text-undo = Puede deshacerlo durante 30 días.
school-year-last-grade = Último curso de su escuela
school-year-last-grade-hint = Los miembros de este curso se van. Los que están por encima también pasan al siguiente; los del grado 12 siempre se van.
school-year-choose-last-grade = Elija el último curso de su escuela
school-year-leavers = Miembros que han terminado el último curso
school-year-leavers-keep = Siguen siendo miembros, en su curso
school-year-leavers-remove = Se dan de baja. Puede deshacer esto durante 30 días.
school-year-others = Miembros en cursos sin siguiente, como la universidad y los niveles británicos
school-year-others-stay = Quedan como están
school-year-others-leave = Se tratan como los que han terminado el último curso
school-year-show = Mostrar lo que cambia
school-year-too-many = Es posible para { $count } miembros a la vez como máximo. En la lista de miembros, fije el curso con el filtro de cada curso, empezando por el último.
school-year-preview = Nuevo año escolar: comprobar los cambios
school-year-outdated = Los miembros han cambiado desde que se mostró esto, así que no se ha hecho nada. Compruébelo de nuevo.
school-year-previous = { $name } empezó el último nuevo año escolar el { $date }. Ahora los miembros pasarían otra vez al curso siguiente.
school-year-steps = Un curso más
school-year-step = { $count ->
    [one] { $from }, después { $to }: un miembro
   *[other] { $from }, después { $to }: { $count } miembros
}
school-year-no-steps = Nadie pasa de curso.
school-year-leaving = Fin de la escuela
school-year-removed = { $count ->
    [0] Nadie se va.
    [one] Un miembro ha terminado el último curso y se da de baja.
   *[other] { $count } miembros han terminado el último curso y se dan de baja.
}
school-year-kept = { $count ->
    [0] Nadie ha terminado el último curso.
    [one] Un miembro ha terminado el último curso y se queda en él.
   *[other] { $count } miembros han terminado el último curso y se quedan en él.
}
school-year-names = Sus nombres
school-year-first-names = Los primeros { $count } nombres
school-year-unchanged = Sin cambios
school-year-group = { $count ->
    [one] { $grade }: un miembro
   *[other] { $grade }: { $count } miembros
}
school-year-no-grade = Sin curso
school-year-begin = Empezar el nuevo año escolar
school-year-no-effect = No hay nada que cambiar.
school-year-back = Cambiar lo elegido
school-year-done = El nuevo año escolar ha empezado.
