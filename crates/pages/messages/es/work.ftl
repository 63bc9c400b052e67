# El trabajo del personal de afiliaciones.
work-all = Todas las tareas
work-kinds = Lo que espera
work-items = Por orden de plazo
work-items-text = Asuma un caso antes de trabajar en él: durante dos horas, nadie más puede decidirlo.
work-nothing = No espera nada.
work-waiting = { $count ->
    [one] espera uno, desde el { $date }
   *[other] esperan { $count }, el más antiguo desde el { $date }
}
work-due = Plazo
work-late = (vencido)
work-since = Espera desde el
work-take = Me encargo de esto
work-give-back = Devolver este caso
work-taken = Ha asumido este caso por dos horas.
work-taken-before = Otra persona ha asumido este caso antes que usted.
work-given-back = Otras personas pueden volver a asumir este caso.
work-taken-by = { $name } ha asumido este caso, hasta el { $time }.
work-taken-by-you = Usted ha asumido este caso.
work-back = Volver a las tareas
work-back-to-case = Volver a este caso

work-kind-new-reader = Nuevo lector
work-kind-proof = Justificante por comprobar
work-kind-reader-agreement = Acuerdo de un lector
work-kind-organization-agreement = Acuerdo de una organización
work-kind-admission = Organización por admitir
work-kind-reader-subscription = Suscripción de un lector que termina
work-kind-organization-subscription = Suscripción de una organización que termina
work-kind-authority = Autoridad que no ha respondido

work-claimed-heading = Otra persona ha asumido este caso
work-decided-heading = Este caso ya se ha decidido
work-decided-text = Otra persona ha decidido este caso desde que usted abrió la página.
work-undecided = Su decisión no se ha guardado.

work-proofs-link = Comprobar los justificantes
work-proofs-of = Justificantes: { $name }
work-proofs-recorded = Esta página muestra tipos de discapacidades. Su consulta queda registrada.
work-proof-open = Esto espera una decisión.
work-proof-closed = Nada de esto espera una decisión.
work-proofs-active = Justificantes que tiene la biblioteca
work-membership = número de miembro { $name }
work-decide = Decidir
work-outcome = Decisión
work-outcome-accepted = El justificante se acepta
work-outcome-more = Hace falta más
work-outcome-declined = El justificante se rechaza
work-outcome-missing = Elija una decisión
work-accepted-kinds = Si se acepta: discapacidades justificadas
work-kinds-missing = Elija al menos una discapacidad
work-accepted-source = Si se acepta: procedencia
work-source-missing = Elija una procedencia
work-declined-reason = Si se rechaza: motivo
work-reason-missing = Elija un motivo
work-remark = Observación para la persona
work-remark-hint = { $count } caracteres como máximo. Si hace falta más, diga aquí qué.
work-remark-missing = Diga qué hace falta
work-remark-long = La observación es demasiado larga
work-decide-button = Guardar la decisión
work-decisions = Decisiones anteriores
work-proof-decided = La decisión se ha guardado.

work-date-hint = Año, mes y día, por ejemplo 2027-08-31
work-agreement-of = Acuerdo: { $name }
work-agreement-organization = Esta persona firma por { $name }.
work-agreement-signed = Hay un acuerdo vigente.
work-agreement-text = Registre un acuerdo que se firmó en papel.
work-agreement-date = Fecha de la firma
work-agreement-date-wrong = Esto no es la fecha de una firma: introduzca año, mes y día, no en el futuro
work-agreement-name = Nombre impreso junto a la firma
work-agreement-guardian = Ha firmado un representante legal
work-agreement-guardian-missing = Por las personas que entonces tenían menos de 18 años firma un representante legal
work-agreement-record = Registrar el acuerdo
work-agreement-recorded = El acuerdo se ha registrado.
work-agreement-link = Registrar un acuerdo

work-subscription-of = Suscripción: { $name }
work-subscription-none = No hay ninguna suscripción que termine.
work-subscription-choose = Suscripción
work-subscription-span = { $kind }, del { $from } al { $to }
work-subscription-extend = Prorrogar la suscripción
work-subscription-extended = La suscripción se ha prorrogado.
work-subscription-link = Prorrogar una suscripción
work-end-date = Nuevo final
work-end-date-wrong = Introduzca una fecha posterior a hoy y al final actual

work-organization-kind = Tipo
work-organization-address = Dirección
work-organization-phone = Teléfono
work-organization-website = Sitio web
work-organization-state = Estado
work-organization-active = Las descargas de la organización están abiertas.
work-organization-contact = Contacto principal
work-admission = Admisión
work-organization-joined = Pidió su admisión el { $date }.
work-organization-admitted-by = { $name } la admitió el { $date }.
work-organization-declined-by = { $name } la rechazó el { $date }. Sigue suspendida.
work-organization-admitted = La organización está admitida.
work-organization-declined = La organización está rechazada y sigue suspendida.
work-staff-remark = Observación para el personal
work-staff-remark-hint = { $count } caracteres como máximo. Solo lo lee el personal.
work-admit = Admitir la organización
work-decline = Rechazar la organización

proof-answer = Su justificante
proof-answer-declined = Comprobamos su justificante el { $date } y no pudimos aceptarlo:
proof-answer-more = Comprobamos su justificante el { $date } y necesitamos más de usted:
proof-declined-unreadable = No se podía leer, o no estaba completo.
proof-declined-not-competent = La persona que lo confirmó no puede hacerlo.
proof-declined-no-disability = No dice que usted no pueda leer la letra impresa habitual.
proof-declined-other-person = Era de otra persona.
proof-declined-unknown = La organización que nombra no pudo confirmarlo.
