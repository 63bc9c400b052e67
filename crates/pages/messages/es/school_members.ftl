# La página inicial de una escuela.
school-start-heading = Su organización: { $name }
school-start-members = { $count ->
    [0] Todavía no hay miembros.
    [one] Un miembro
   *[other] { $count } miembros
}
school-start-quick-list = { $count ->
    [0] Nadie está en su lista rápida.
    [one] Uno de ellos está en su lista rápida.
   *[other] { $count } de ellos están en su lista rápida.
}
school-start-without-proof = { $count ->
    [0] La biblioteca tiene la prueba de discapacidad de cada uno de ellos.
    [one] De uno de ellos falta la prueba de discapacidad: este miembro solo puede abrir los libros que son libres para todos.
   *[other] De { $count } de ellos falta la prueba de discapacidad: estos miembros solo pueden abrir los libros que son libres para todos.
}
school-start-ways = Qué puede hacer
school-start-list = Miembros
school-start-list-hint = Buscar miembros, elegir varios y cambiarlos juntos.
school-start-runs = Importaciones y bajas
school-start-runs-hint = Qué se cambió para muchos miembros a la vez, y cómo deshacerlo.
school-start-lists = Listas de lectura
school-start-lists-hint = Listas de libros, para usted y para miembros.
school-start-devices = Dispositivos de los miembros
school-start-devices-hint = Contraseñas para los lectores electrónicos y las aplicaciones de lectura de los miembros.
school-start-back = Su organización

# Los cursos.
school-grade-preschool = Preescolar
school-grade-kindergarten = Jardín de infancia
school-grade-year = Grado { $count }
school-grade-college = Universidad, año { $count }
school-grade-graduate = Posgrado

# El filtro de la lista de miembros, en palabras.
school-filter-school = escuela: { $name }
school-filter-school-unknown = una escuela
school-filter-district = distrito: { $name }
school-filter-district-unknown = un distrito
school-filter-quick-list = en su lista rápida
school-filter-words = con el nombre «{ $name }»

# La lista de miembros.
school-members-words = Nombre o nombre de usuario
school-members-words-hint = Bastan las primeras letras de un nombre. También se encuentra a un miembro por la fecha de nacimiento, como 2014-09-03, o por el identificador completo.
school-members-grade = Grado
school-members-school = Escuela
school-members-district = Distrito
school-members-quick-list = Solo miembros de mi lista rápida
school-members-show-all = Mostrar todos los miembros
school-members-found = { $count ->
    [0] Ningún miembro encontrado: { $filter }
    [one] Un miembro encontrado: { $filter }
   *[other] { $count } miembros encontrados: { $filter }
}
school-members-cut = Más de { $count } miembros tienen nombres así. Solo se muestran los primeros { $count }; use más palabras para encontrar a los demás.
school-members-caption = Miembros, { $name }
school-sort-last-name = por apellido
school-sort-first-name = por nombre
school-sort-district = por distrito
school-sort-school = por escuela
school-sort-grade = por grado
school-sort-birth-date = por fecha de nacimiento
school-column-choose = Elegir
school-column-name = Nombre
school-column-plan = Plan
school-column-format = Formato
school-column-last-read = Última lectura
school-cell-none = sin indicar
school-cell-never = nunca
school-plan-iep = IEP
school-plan-section504 = plan 504
school-member-without-sign-in = No puede iniciar sesión
school-member-linked = Tiene cuenta propia en la biblioteca
school-member-quick-list = En su lista rápida

# La elección de miembros.
school-chosen-others = { $count ->
    [one] Un miembro elegido está en otra página.
   *[other] { $count } miembros elegidos están en otras páginas.
}
school-chosen-cut = Se pueden elegir como máximo { $count } miembros uno a uno; los últimos quedan fuera. Para cambiar más, use los filtros y todos los miembros que encuentran.
school-chosen-clear = No elegir a nadie

# El formulario que cambia varios miembros.
school-acts-heading = Cambiar varios miembros
school-acts-scope = Para quién
school-acts-chosen = Los miembros elegidos
school-acts-all = { $count ->
    [one] El único miembro encontrado: { $filter }
   *[other] Los { $count } miembros encontrados: { $filter }
}
school-acts-everybody = { $count ->
    [one] El único miembro de la organización
   *[other] Los { $count } miembros de la organización
}
school-acts-act = Qué hacer
school-acts-choose = Elija, por favor
school-acts-values = Qué hace falta para ello
school-acts-values-hint = Solo lo que haga necesita un valor; los otros campos pueden quedar vacíos.
school-acts-grade = Nuevo grado
school-acts-tag = Nueva escuela
school-acts-no-tag = Ninguna escuela
school-acts-title = Número del libro
school-acts-title-hint = El número o la dirección completa de la página del libro
school-acts-list = Lista de lectura
school-acts-preview = Mostrar qué cambia
school-acts-preview-hint = Todavía no se cambia nada: la página siguiente dice qué cambiará, y pregunta.
school-act-grade = Poner el grado
school-act-tag = Poner la escuela
school-act-quick-list-add = Poner en mi lista rápida
school-act-quick-list-remove = Quitar de mi lista rápida
school-act-assign-title = Asignar un libro
school-act-add-to-list = Poner en una lista de lectura
school-act-reset-sign-in = Restablecer el inicio de sesión
school-act-give-sign-in = Dar un nombre de usuario y una contraseña
school-act-make-codes = Crear un código para un navegador o un dispositivo
school-act-remove = Quitar de la organización

# Cambios de varios miembros: lo que harían y lo que han hecho.
school-bulk-grade = Poner el grado: { $name }
school-bulk-tag = Poner la escuela: { $name }
school-bulk-no-tag = Quitar de la escuela
school-bulk-title = Asignar un libro: { $name }
school-bulk-list = Poner en una lista de lectura: { $name }
school-bulk-chosen = { $count ->
    [one] Para un miembro elegido
   *[other] Para { $count } miembros elegidos
}
school-bulk-everybody = { $count ->
    [one] Para el único miembro de la organización
   *[other] Para los { $count } miembros de la organización
}
school-bulk-all = { $count ->
    [one] Para el único miembro encontrado: { $filter }
   *[other] Para los { $count } miembros encontrados: { $filter }
}
school-bulk-changing = { $count ->
    [0] No cambiaría nada.
    [one] Cambia un miembro.
   *[other] Cambian { $count } miembros.
}
school-bulk-changed = { $count ->
    [0] No se ha cambiado nada.
    [one] Se ha cambiado un miembro.
   *[other] Se han cambiado { $count } miembros.
}
school-bulk-same-grade = { $count ->
    [one] Un miembro ya está en este grado.
   *[other] { $count } miembros ya están en este grado.
}
school-bulk-same-tag = { $count ->
    [one] Para un miembro ya es así.
   *[other] Para { $count } miembros ya es así.
}
school-bulk-same-quick-list = { $count ->
    [one] Un miembro ya está en su lista rápida.
   *[other] { $count } miembros ya están en su lista rápida.
}
school-bulk-same-off-quick-list = { $count ->
    [one] Un miembro no está en su lista rápida.
   *[other] { $count } miembros no están en su lista rápida.
}
school-bulk-same-title = { $count ->
    [one] Un miembro ya tiene el libro.
   *[other] { $count } miembros ya tienen el libro.
}
school-bulk-same-list = { $count ->
    [one] Un miembro ya está en la lista.
   *[other] { $count } miembros ya están en la lista.
}
school-bulk-same-sign-in = { $count ->
    [one] Un miembro ya puede iniciar sesión.
   *[other] { $count } ya pueden iniciar sesión.
}
school-bulk-independent = { $count ->
    [one] Un miembro tiene su propia cuenta en la biblioteca, o es responsable, y elige solo su contraseña.
   *[other] { $count } miembros tienen su propia cuenta en la biblioteca, o son responsables, y eligen solos sus contraseñas.
}
school-bulk-nameless = { $count ->
    [one] Un miembro no tiene nombre de usuario y no puede iniciar sesión.
   *[other] { $count } miembros no tienen nombre de usuario y no pueden iniciar sesión.
}
school-bulk-title-elsewhere = { $count ->
    [one] Un miembro pertenece a una biblioteca que no tiene el libro.
   *[other] { $count } miembros pertenecen a una biblioteca que no tiene el libro.
}
school-bulk-gone = { $count ->
    [one] Una persona elegida ya no es miembro de la organización.
   *[other] { $count } personas elegidas ya no son miembros de la organización.
}
school-bulk-limit = Como máximo { $count } miembros pueden recibir una contraseña nueva a la vez. Elija menos.
school-bulk-code-limit = Como máximo { $count } miembros pueden recibir un código a la vez. Elija menos.
school-bulk-names = Los nombres de quienes cambian
school-bulk-first-names = Los primeros { $count } nombres de quienes cambian
school-bulk-undo = Puede deshacer esto durante 30 días.
school-bulk-reset-warning = Se cierran sus sesiones en todas partes. Las contraseñas nuevas se entregan una sola vez, en la forma que elija aquí; todos deben elegir otra al iniciar sesión por primera vez.
school-bulk-give-warning = Quienes aún no pueden iniciar sesión reciben un nombre de usuario, formado con su nombre, y una contraseña. Ambos se entregan una sola vez, en la forma que elija aquí; todos deben elegir otra contraseña al iniciar sesión por primera vez.
school-bulk-codes-warning = Cada miembro recibe un código que inicia sesión en un navegador, una sola vez, en un plazo de dos semanas. La sesión queda iniciada en ese navegador. Los códigos anteriores de estos miembros dejan de funcionar. Los códigos se entregan una sola vez, en la forma que elija aquí.
school-bulk-remove-warning = Dejan la organización, sus listas de lectura y lo que tenían asignado, y ya no pueden iniciar sesión como miembros. Puede deshacer esto durante 30 días.
school-bulk-outdated = Algo ha cambiado desde que se mostró esto, así que no se ha hecho nada. Compruébelo de nuevo.
school-bulk-cancel = Volver a los miembros sin cambiar nada
school-bulk-repair = Cambiar varios miembros
school-bulk-choose-scope = Elija primero miembros en la lista
school-bulk-choose-act = Elija qué hacer
school-bulk-choose-grade = Elija el grado nuevo
school-bulk-choose-tag = Elija la escuela nueva
school-bulk-choose-title = Escriba el número de un libro que encuentre en la biblioteca
school-bulk-choose-list = Elija una lista de lectura
school-bulk-make-list = Crear una lista
school-bulk-done = Hecho:
school-cards-form = Forma de las tarjetas
school-cards-form-hint = Las contraseñas o los códigos no se guardan: un archivo perdido no se puede volver a hacer.
school-cards-print = Una página en letra grande
school-cards-brf = Un archivo braille (BRF), una página por miembro
school-cards-csv = Una tabla (CSV) para una hoja de cálculo
school-cards-no-braille = El braille no está disponible ahora. Estas son las tarjetas para imprimir.
school-cards-heading = Tarjetas de los miembros
school-cards-passwords-text = Imprima esta página y dé a cada miembro su tarjeta. La contraseña debe cambiarse al iniciar sesión por primera vez.
school-cards-codes-text = Imprima esta página y dé a cada miembro su tarjeta. El código inicia sesión en un navegador o un dispositivo, una sola vez, en un plazo de dos semanas.
school-cards-once = Las tarjetas solo se muestran ahora.
school-card-name = Miembro
school-card-address = Dirección
school-card-code = Código
school-card-spelled = Letra por letra
school-card-name-spelled = Nombre de inicio de sesión, letra por letra
school-card-password-spelled = Contraseña, letra por letra
school-bulk-runs = Importaciones y bajas
school-bulk-back = A los miembros

# One new member.
members-new = Añadir un miembro
members-new-text = Para muchos miembros, importe un archivo. El nuevo miembro aún no puede iniciar sesión: elíjalo en la lista y dele un nombre de usuario y una contraseña, o un código.
members-said-added = El miembro está añadido.
members-no-addition = La biblioteca no permite por ahora que su organización añada miembros. Pregunte a su personal.
members-change = Cambiar el nombre, la fecha de nacimiento o el grado
members-said-changed = El miembro está cambiado.
members-form-back = Volver sin cambios

# Discapacidades indicadas por la escuela.
school-acts-disability = Discapacidad
school-act-mark-disability = Indicar una discapacidad que la escuela ha comprobado
school-act-unmark-disability = Retirar una indicación así
school-bulk-mark-disability = Indicar una discapacidad: { $name }
school-bulk-unmark-disability = Retirar una indicación: { $name }
school-bulk-same-disability = { $count ->
    [one] Uno ya la tiene acreditada.
   *[other] { $count } ya la tienen acreditada.
}
school-bulk-same-no-disability = { $count ->
    [one] De uno, la escuela no la ha indicado.
   *[other] De { $count }, la escuela no la ha indicado.
}
school-bulk-proves-alone = { $count ->
    [one] Uno tiene una cuenta propia en la biblioteca y acredita allí una discapacidad.
   *[other] { $count } tienen cuentas propias en la biblioteca y acreditan allí sus discapacidades.
}
school-bulk-mark-warning = La escuela declara que ha comprobado la discapacidad de cada uno de ellos. Es una acreditación, que abre los libros reservados a personas con discapacidad. La biblioteca registra quién lo indicó y de quién. Puede deshacer esto durante 30 días.
school-bulk-unmark-warning = La acreditación de la escuela se retira; las de otros se quedan. Sin acreditación, los libros reservados a personas con discapacidad están cerrados. Puede deshacer esto durante 30 días.
school-bulk-choose-disability = Elija la discapacidad

# What the audit calls these acts.
audit-act-giveSignIn = Nombre de usuario y contraseña asignados
audit-act-makeEnrollmentCode = Código para un navegador creado
audit-act-useEnrollmentCode = Sesión iniciada en un navegador con un código
audit-act-signOutBrowser = cerró la sesión de un navegador de un miembro
audit-act-changeDisabilities = Discapacidad indicada por la escuela, o indicación retirada
