/** A certificate for localhost and its key, worthless outside the tests: openssl req -x509 -newkey ec, valid until 2126. */
export const localhostCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBqzCCAVGgAwIBAgIUF0X31J5zRRVN+sY3W3Tk6AUmRgswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTA5Mzg1NFoYDzIxMjYxMDIy
MDkzODU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT5ku3vmWH8gZqs/lHnnWOvmKkncsBEN/dPU6ZkoMmeDKpE01KSV76v
ww3eE+mBb+jTyMEgV7ICGhwBvwksg0ZVo38wfTAdBgNVHQ4EFgQUWjmfF/hu0NsD
HrIs2wtknmmgRg8wHwYDVR0jBBgwFoAUWjmfF/hu0NsDHrIs2wtknmmgRg8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDgYDVR0P
AQH/BAQDAgKEMAoGCCqGSM49BAMCA0gAMEUCIQDwaMSGMY9YaBywxBnzuYiiJYKq
bwaoKLznnnes3PeksQIgCU7/MBtE5PLqV8+Gk0ZwCrF9x7t3sKUiCf55oefMh78=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwTy8VlW8U+QYMcp3
mtc4nmW2wsaHCdyDKmx0Uhou6bGhRANCAAT5ku3vmWH8gZqs/lHnnWOvmKkncsBE
N/dPU6ZkoMmeDKpE01KSV76vww3eE+mBb+jTyMEgV7ICGhwBvwksg0ZV
-----END PRIVATE KEY-----
`,
} as const
