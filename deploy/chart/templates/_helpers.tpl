{{- define "portal.labels" -}}
app.kubernetes.io/name: lift-portal
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "portal.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
imagePullSecrets: {{ toYaml .Values.image.pullSecrets | nindent 2 }}
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secretName }}, defaultMode: 0440 }
  - name: tmp
    emptyDir: {}
  - name: data
    {{- if .Values.data.isShared }}
    persistentVolumeClaim:
      claimName: {{ if .Values.data.existingClaim }}{{ .Values.data.existingClaim }}{{ else }}{{ .Release.Name }}-data{{ end }}
    {{- else }}
    emptyDir: { sizeLimit: {{ .Values.data.size }} }
    {{- end }}
{{- end -}}

{{- define "portal.container" -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets, readOnly: true }
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /data }
{{- end -}}

{{- define "portal.settings" -}}
- { name: PUBLIC_URL, value: "https://{{ .Values.host }}" }
- { name: DATABASE_URL_FILE, value: /run/secrets/database-url }
- { name: SESSION_SECRET_FILE, value: /run/secrets/session-secret }
- { name: INTERNAL_SECRET_FILE, value: /run/secrets/internal-secret }
# Sockets move within the first, downloads and jobs end within the second.
- { name: DRAIN_SECONDS, value: "5" }
- { name: STOP_SECONDS, value: "60" }
- { name: GATEWAY_URL, value: "http://{{ .Release.Name }}-jobs:3001" }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ quote $value }} }
{{- end }}
{{- end -}}

{{- define "portal.rolling" -}}
type: RollingUpdate
rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
{{- end -}}

{{- define "portal.drain" -}}
preStop:
  exec:
    # Until no ingress sends anything any more.
    command: [node, -e, "setTimeout(() => {}, 5000)"]
{{- end -}}
