metadata description = 'Logs and traces. They are written with the identity; the connection string alone opens nothing.'

@description('Resource id of a Log Analytics workspace that is there. Empty: one is made.')
param existingWorkspaceId string

@description('Name of the Log Analytics workspace that is made.')
param workspaceName string

@description('Name of the Application Insights component.')
param componentName string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Days that logs and traces are kept.')
param retentionDays int

@description('The app\'s identity.')
param principalId string

var monitoringMetricsPublisher = '3913510d-42f4-4e42-8a64-420c390055eb'

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = if (empty(existingWorkspaceId)) {
  name: workspaceName
  location: location
  tags: tags
  properties: {
    sku: {
      name: 'PerGB2018'
    }
    retentionInDays: retentionDays
    features: {
      disableLocalAuth: true
    }
  }
}

resource component 'Microsoft.Insights/components@2020-02-02' = {
  name: componentName
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: empty(existingWorkspaceId) ? workspace.id : existingWorkspaceId
    DisableLocalAuth: true
    DisableIpMasking: false
  }
}

// Writes telemetry of this component; reads nothing.
resource publisher 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(component.id, principalId, monitoringMetricsPublisher)
  scope: component
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', monitoringMetricsPublisher)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

@description('Names the component. Not a secret: without the identity nothing is accepted.')
output connectionString string = component.properties.ConnectionString

@description('The component.')
output componentId string = component.id
